"""The base model as the product runs it: weights, ONNX graphs in fp32 and int8, TensorRT, and its evaluation.

Start with `base_model`.
"""
